/** Two tones of one colour: one for light pages, one for dark ones. `#rrggbb`. */
export interface Tones {
  readonly light: string
  readonly dark: string
}

/** The backgrounds of pages and reports on which text of the colour has to be read: the worst of each theme. */
const backgrounds = { light: '#f4f2ee', dark: '#262422' } as const

/** WCAG 2.2 AA demands 4.5 of text (1.4.3). */
const contrastMin = 4.6

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/**
 * Tones of a colour that can be read as text, and below text of the page's background. The hue stays; the lightness
 * changes only as far as it must, in steps of OKLCH.
 */
export function deriveTones(colour: string): Tones {
  return { light: findReadable(colour, 'light'), dark: findReadable(colour, 'dark') }
}

function findReadable(colour: string, theme: 'light' | 'dark'): string {
  const background = backgrounds[theme]
  const { lightness, a, b } = toOklab(parseColour(colour))
  const step = theme === 'light' ? -0.005 : 0.005
  for (let shifted = lightness; shifted >= 0 && shifted <= 1; shifted += step) {
    const tone = fitGamut(shifted, a, b)
    if (computeContrast(tone, background) >= contrastMin) return tone
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function computeContrast(one: string, other: string): number {
  const [high, low] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Linear light, 0 to 1. */
function parseColour(colour: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function computeLuminance(colour: string): number {
  const [red, green, blue] = parseColour(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The matrices of OKLab: https://bottosson.github.io/posts/oklab/ */
function toOklab([red, green, blue]: Rgb) {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  }
}

function fromOklab(lightness: number, a: number, b: number): Rgb {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** With less chroma where no screen can show it, so that the hue stays. */
function fitGamut(lightness: number, a: number, b: number): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const rgb = fromOklab(lightness, a * share, b * share)
    if (rgb.every((value) => value >= -0.0005 && value <= 1.0005)) return formatColour(rgb)
  }
  return formatColour(fromOklab(lightness, 0, 0))
}

function formatColour(rgb: Rgb): string {
  const channels = rgb.map((value) => {
    const linear = Math.min(1, Math.max(0, value))
    const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
