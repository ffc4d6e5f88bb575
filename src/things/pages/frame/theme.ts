import { deriveTones, isColour } from '../../../report/pieces/tones.ts'

/** The stylesheet of a colour. It follows from the path alone, so it tells nothing about an organization. */
export function findThemePath(colour: string): string {
  return `/assets/colour-${colour.slice(1)}.css`
}

/** @param digits six hexadecimal digits @returns undefined for anything else */
export function createThemeResponse(digits: string): Response | undefined {
  const colour = `#${digits}`
  if (!isColour(colour)) return undefined
  const { light, dark } = deriveTones(colour)
  // On hover towards the ink, never towards the paper: text on it stays readable.
  const style = `:root {
  --link: light-dark(${light}, ${dark});
  --accent: var(--link);
  --accent-hover: color-mix(in oklab, var(--link) 85%, var(--ink));
}
`
  return new Response(style, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      // Not for ever: a later version may derive other tones.
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}
