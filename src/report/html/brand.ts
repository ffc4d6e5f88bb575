import type { Brand } from '../pieces/brand.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { cleanLine } from '../pieces/safe-text.ts'
import { deriveTones } from '../pieces/tones.ts'

/** The name at the top of a report, with the logo inside the page: a report loads nothing. */
export function renderBrand(brand: Brand | undefined): Html {
  if (brand === undefined) return renderHtml`<span>Checkwright</span>`
  const { name, logo } = brand
  return renderHtml`<span class="brand">${
    logo !== null && renderHtml`<img alt="" src="data:${logo.type};base64,${logo.base64}">`
  }${cleanLine(name)}</span>`
}

/** @param colour `#rrggbb` */
export function renderBrandStyle(colour: string): string {
  const { light, dark } = deriveTones(colour)
  return `header { border-top: .25rem solid light-dark(${light}, ${dark}); }
:focus-visible { outline-color: light-dark(${light}, ${dark}); }
`
}
