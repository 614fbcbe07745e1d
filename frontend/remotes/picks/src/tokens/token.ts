/** A token of the games. Figures are US dollars and percent; null is unknown. */
export interface Token {
  id: string
  symbol: string
  name: string
  /** The file of its drawing. */
  image: string
  current_price: number | null
  price_change_percentage_24h: number | null
  votes_green: number
  votes_red: number
  market_cap: number | null
  volume_24h: number | null
  launch_date: string
  website_url: string | null
  telegram_url: string | null
  twitter_url: string | null
}
