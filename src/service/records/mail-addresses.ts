/** - `unconfirmed`: nobody has answered. - `confirmed`: its owner agreed. - `declined`: its owner did not, and is not asked again. */
export type MailAddressState = 'unconfirmed' | 'confirmed' | 'declined'

export const mailAddressStates = ['unconfirmed', 'confirmed', 'declined'] as const satisfies readonly MailAddressState[]

/** An address that an organization wants to send mail to. */
export interface MailAddressRecord {
  readonly organizationId: string
  /** In its canonical form. */
  readonly address: string
  readonly state: MailAddressState
  /** Of the link in the newest letter; null: it was used, or no letter was sent. */
  readonly tokenHash: string | null
  readonly tokenExpiresAtMs: number
  /** When a letter was last asked for. */
  readonly askedAtMs: number
}

/** How many letters a day somebody may send, or get. */
export interface LetterCount {
  /** Who, and what of: such as `notices of acme`. */
  readonly subject: string
  readonly max: number
}

export interface MailAddressStore {
  /** Those of these addresses that the organization has asked for. */
  list(organizationId: string, addresses: readonly string[]): Promise<MailAddressRecord[]>
  /**
   * Notes that the address is to be asked.
   * @returns false if its owner has answered, or was asked after `askedBeforeMs`
   */
  ask(question: {
    readonly organizationId: string
    readonly address: string
    readonly atMs: number
    readonly askedBeforeMs: number
  }): Promise<boolean>
  /** The link of a new letter, in place of the earlier one. @returns false if its owner has answered, or nobody asks */
  putToken(
    token: Pick<MailAddressRecord, 'organizationId' | 'address' | 'tokenExpiresAtMs'> & {
      readonly tokenHash: string
    },
  ): Promise<boolean>
  findToken(tokenHash: string): Promise<MailAddressRecord | undefined>
  /** Uses a link up. @returns undefined if there is none that works now */
  answer(answer: {
    readonly tokenHash: string
    readonly nowMs: number
    readonly state: Exclude<MailAddressState, 'unconfirmed'>
  }): Promise<MailAddressRecord | undefined>
  /** Counts one letter of this day for each of these. @returns false if one of them has as many as it may: then none is counted */
  countLetter(day: string, counts: readonly LetterCount[], expiresAtMs: number): Promise<boolean>
  /** Takes one letter back, which was not sent. */
  uncountLetter(day: string, counts: readonly LetterCount[]): Promise<void>
}
