/** What a report looks like in place of Checkwright's own. */
export interface Brand {
  readonly name: string
  /** `#rrggbb`; null: no colour of its own. */
  readonly colour: string | null
  /** A checked image. */
  readonly logo: { readonly type: string; readonly base64: string } | null
}
