/** A language that pages can have. */
export type Language = 'en' | 'de'

export const languages = ['en', 'de'] as const satisfies readonly Language[]

/** An image that pages and reports show. Its bytes were checked: see logo.ts. */
export interface Logo {
  /** Not guessable: who has it has seen a page that shows the logo. Other bytes have another id. */
  readonly id: string
  readonly type: LogoType
}

/** The same with its bytes. */
export interface LogoImage extends Logo {
  readonly base64: string
}

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

/** What an organization has set of its appearance. null: as the platform. */
export interface OwnAppearance {
  /** What pages and reports are called. */
  readonly name: string | null
  /** `#rrggbb`. */
  readonly colour: string | null
  readonly language: Language | null
  readonly logo: Logo | null
}

export const emptyAppearance: OwnAppearance = { name: null, colour: null, language: null, logo: null }

/** Members that are left out stay. */
export type AppearanceUpdate = {
  readonly [member in 'name' | 'colour' | 'language']?: OwnAppearance[member] | undefined
} & { readonly logo?: LogoImage | null | undefined }

export interface AppearanceStore {
  find(organizationId: string): Promise<OwnAppearance | undefined>
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  put(organizationId: string, update: AppearanceUpdate): Promise<void>
  /** Of any organization: the page for signing in shows it to people who have not proven who they are. */
  findLogo(id: string): Promise<LogoImage | undefined>
}
