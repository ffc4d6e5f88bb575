import { createHash } from 'node:crypto'

const lengthMax = 100

/**
 * The id of a check of another tool, as our ids may be: waivers and addresses have signs of their own. An id that had to be changed ends
 * in a digest of the tool's, so that two of them stay two.
 */
export function nameCheck(id: string): string {
  const shown = id.trim()
  if (shown === '') return unnamedCheck
  const safe = shown.replace(/[^A-Za-z0-9._-]+/g, '-')
  if (safe === shown && safe.length <= lengthMax) return safe
  const digest = createHash('sha256').update(shown).digest('hex').slice(0, 8)
  return `${safe.slice(0, lengthMax - 9).replace(/^-+|-+$/g, '')}-${digest}`.replace(/^-/, '')
}

/** Of results that do not say which rule they follow. */
const unnamedCheck = 'unnamed'
