import { Genre } from '@mcwick/api-calls'
import { texts } from './texts'

/** The values of the form. */
export interface FormValues {
  text: string
  genre: Genre
  /** The background of the video. */
  category: 'subway' | 'minecraft'
  /** The narrator. */
  pfp: 'pfp1' | 'pfp2' | 'pfp3' | 'pfp4'
}

/** The initial form, also used with the sample script. */
export const emptyForm: FormValues = { text: '', genre: Genre.GENRE_HORROR, category: 'subway', pfp: 'pfp1' }

const { form } = texts

export const genres = [
  { id: Genre.GENRE_HORROR, label: form.horror },
  { id: Genre.GENRE_THRILLER, label: form.thriller },
  { id: Genre.GENRE_ROMANCE, label: form.romance },
  { id: Genre.GENRE_COMEDY, label: form.comedy },
] as const

export const categories = [
  { id: 'subway', label: form.subway },
  { id: 'minecraft', label: form.minecraft },
] as const

export const narrators = [
  { id: 'pfp1', label: form.classic, drawing: 'teller-pfp1' },
  { id: 'pfp2', label: form.degen, drawing: 'teller-pfp2' },
  { id: 'pfp3', label: form.trader, drawing: 'teller-pfp3' },
  { id: 'pfp4', label: form.moon, drawing: 'teller-pfp4' },
] as const
