/** A person who judges. */
export interface Judge {
  readonly userId: string
  readonly name: string
  readonly email: string
  /** Who made the API key that names the person: nobody decides about themselves in another's name. @default nobody */
  readonly keyMaker?: Judge | undefined
}
