// Written by mascot/cmd/web from mascot/data: go generate ./mascot
export type CategoryId = 'background' | 'flame' | 'base' | 'expression' | 'clothing' | 'headwear' | 'accessory'

/** A question of the trait picker; colours are required and have swatches. */
export interface Category {
  category: CategoryId
  label: string
  required: boolean
  options: { id: string; label: string; swatch?: string }[]
}

export const categories: Category[] =
  [{"category":"background","label":"Background","required":true,"options":[{"id":"pastel-blue","label":"Pastel Blue","swatch":"#b9dcff"},{"id":"pastel-pink","label":"Pastel Pink","swatch":"#ffc4da"},{"id":"pastel-green","label":"Pastel Green","swatch":"#c3efcd"},{"id":"pastel-yellow","label":"Pastel Yellow","swatch":"#ffeda6"},{"id":"pastel-purple","label":"Pastel Purple","swatch":"#dac8ff"},{"id":"pastel-peach","label":"Pastel Peach","swatch":"#ffd2b5"}]},{"category":"flame","label":"Flame Color","required":true,"options":[{"id":"golden","label":"Golden Flame","swatch":"#ffc62b"},{"id":"green","label":"Green Flame","swatch":"#35d879"},{"id":"blue","label":"Blue Flame","swatch":"#3fa9ff"},{"id":"red","label":"Red Flame","swatch":"#f2382f"},{"id":"orange","label":"Orange Flame","swatch":"#ff7e1d"},{"id":"purple","label":"Purple Flame","swatch":"#a45cff"}]},{"category":"base","label":"Base","required":true,"options":[{"id":"green","label":"Green Candle","swatch":"#2fc56d"},{"id":"golden","label":"Golden Candle","swatch":"#ffc02e"},{"id":"diamond","label":"Diamond Candle","swatch":"#8fe6fb"},{"id":"red","label":"Red Candle","swatch":"#ee3f38"},{"id":"black","label":"Black Candle","swatch":"#3f394b"},{"id":"silver","label":"Silver Candle","swatch":"#c4cdd8"}]},{"category":"expression","label":"Expression","required":false,"options":[{"id":"confident-grin","label":"Confident Grin"},{"id":"laser-eyes","label":"Laser Eyes"},{"id":"diamond-teeth","label":"Diamond Teeth"},{"id":"happy-trader","label":"Happy Trader"},{"id":"chad-smile","label":"Chad Smile"}]},{"category":"clothing","label":"Clothing","required":false,"options":[{"id":"tuxedo","label":"Tuxedo"},{"id":"space-suit","label":"Space Suit"},{"id":"hoodie","label":"Hoodie"},{"id":"trader-suit","label":"Trader Suit"},{"id":"military-vest","label":"Military Vest"}]},{"category":"headwear","label":"Headwear","required":false,"options":[{"id":"crown","label":"Crown"},{"id":"astronaut-helmet","label":"Astronaut Helmet"},{"id":"trader-headband","label":"Trader Headband"},{"id":"beanie","label":"Beanie"},{"id":"halo","label":"Halo"}]},{"category":"accessory","label":"Accessories","required":false,"options":[{"id":"bitcoin-chain","label":"Bitcoin Chain"},{"id":"eth-monocle","label":"ETH Monocle"},{"id":"trading-headset","label":"Trading Headset"},{"id":"diamond-hands","label":"Diamond Hands"},{"id":"rocket-jetpack","label":"Rocket Jetpack"}]}]

export const minFeatures =
  2
