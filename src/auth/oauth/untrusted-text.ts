const codePointsMax = 200

/**
 * Text of an authorization server, fit to be shown: one line, without control, bidirectional and other invisible
 * characters (which can disguise a message), cut at 200 code points.
 */
export function cleanUntrustedText(text: string): string {
  const visible = text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  const codePoints = [...visible]
  return codePoints.length <= codePointsMax ? visible : `${codePoints.slice(0, codePointsMax - 1).join('')}…`
}

/**
 * An error code of an authorization server: a short identifier, as every server sends. Any other text may quote the
 * request, and gives undefined.
 */
export function parseErrorCode(value: unknown): string | undefined {
  const code = typeof value === 'number' ? String(value) : value
  return typeof code === 'string' && /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/.test(code) ? code : undefined
}
