import { type LetterWords, letterWords } from '../../../service/notices/letter-words.ts'

export const letters: LetterWords = letterWords
