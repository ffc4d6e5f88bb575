/**
 * PEM (RFC 7468) with the lines that it had: from one line, `\n` as two characters or more, indented lines, quotes of an environment
 * file, dashes that an editor made long, or base64 of the whole. Any other text is given back, without the spaces around it.
 */
export function restorePem(text: string): string {
  const bare = text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, '$2')
    .replaceAll(/\\+[rn]/g, '\n')
    .replaceAll(/[\u2010-\u2015\u2212-]+(BEGIN|END)( [A-Z0-9 ]+?)[\u2010-\u2015\u2212-]+/g, '-----$1$2-----')
    .trim()
  // "LS0tLS" is base64 of "-----".
  const plain = /^LS0tLS[A-Za-z0-9+/=\s]+$/.test(bare) ? Buffer.from(bare, 'base64').toString('latin1') : bare
  return plain.replaceAll(
    /(-----BEGIN [A-Z0-9 ]+-----)([A-Za-z0-9+/=\s]+)(-----END [A-Z0-9 ]+-----)/g,
    (_pem, first: string, body: string, last: string) =>
      [first, ...(body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []), last, ''].join('\n'),
  )
}
