import { createHash } from 'node:crypto'
import html from './page.html'

/** The page by which an auditor checks evidence in a browser, without us and without a network. The same bytes for each release. */
export const auditorPage = {
  html,
  /** Lowercase hexadecimal; published with the release. */
  sha256: createHash('sha256').update(html).digest('hex'),
} as const
