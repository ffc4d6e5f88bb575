import { createHash, randomUUID } from 'node:crypto'
import { CheckwrightError } from '../../errors/index.ts'
import { isColour } from '../../report/pieces/tones.ts'
import {
  type AppearanceUpdate,
  type Language,
  type Logo,
  type LogoImage,
  languages,
} from '../../service/records/appearances.ts'
import { checkLogo } from '../../service/records/logo.ts'

/** What pages and reports look like. */
export interface Appearance {
  /** What they are called. */
  readonly name: string
  /** `#rrggbb`; null: as they come. */
  readonly colour: string | null
  readonly logo: Logo | null
  /** null: nobody has chosen one, so each reader has the one that their browser asks for. */
  readonly language: Language | null
}

/** The appearance of the platform, for organizations that have set none. */
export interface AppearanceOptions {
  /** @default 'Checkwright' */
  readonly name?: string | undefined
  /** `#rrggbb`. @default the colours that pages come with */
  readonly colour?: string | undefined
  /** The bytes of a PNG, JPEG or WebP image of at most 100 kB. @default the sign of Checkwright */
  readonly logo?: Uint8Array | undefined
  /** @default the one that each reader's browser asks for */
  readonly language?: Language | undefined
}

/** Members that are left out stay; null takes the organization's own away. */
export interface AppearanceChanges {
  readonly name?: string | null | undefined
  readonly colour?: string | null | undefined
  readonly language?: Language | null | undefined
  /** The bytes of a PNG, JPEG or WebP image of at most 100 kB. */
  readonly logo?: Uint8Array | null | undefined
}

const nameMax = 60

/** @throws CheckwrightError `APPEARANCE_INVALID` */
export function parseAppearanceOptions(options: AppearanceOptions = {}): Appearance & {
  readonly logo: LogoImage | null
} {
  // The same id in every process of the service.
  const id = options.logo && createHash('sha256').update(options.logo).digest('hex').slice(0, 32)
  const { name, colour, language, logo } = parseAppearanceChanges(options, id)
  return { name: name ?? 'Checkwright', colour: colour ?? null, language: language ?? null, logo: logo ?? null }
}

/** The given members alone. */
export function parseAppearanceChanges(
  { name, colour, language, logo }: AppearanceChanges,
  logoId: string = randomUUID(),
): AppearanceUpdate {
  return {
    name: name === undefined ? undefined : name === null ? null : parseName(name),
    colour: colour === undefined ? undefined : colour === null ? null : parseOwnColour(colour),
    language: language === undefined ? undefined : language === null ? null : parseLanguage(language),
    logo: logo === undefined ? undefined : logo === null ? null : createLogo(logo, logoId),
  }
}

function createLogo(bytes: Uint8Array, id: string): LogoImage {
  return { id, type: checkLogo(bytes).type, base64: Buffer.from(bytes).toString('base64') }
}

function parseName(name: string): string {
  const text = typeof name === 'string' ? name.normalize('NFC').trim() : ''
  // Control characters and marks that turn the direction of text: a name must not pretend to be another part of the page.
  if (text !== '' && text.length <= nameMax && text.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))
    return text
  throw createAppearanceError(`The name must be one line of at most ${nameMax} characters.`)
}

function parseOwnColour(colour: string): string {
  const text = typeof colour === 'string' ? colour.trim().toLowerCase() : ''
  const full = /^#[0-9a-f]{3}$/.test(text) ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text
  if (isColour(full)) return full
  throw createAppearanceError('The colour must be six hexadecimal digits after "#", such as #1d5a9e.')
}

function parseLanguage(language: string): Language {
  const found = languages.find((one) => one === language)
  if (found) return found
  throw createAppearanceError(`The language must be one of ${languages.join(', ')}.`)
}

function createAppearanceError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'APPEARANCE_INVALID' })
}
