/** What names mean at one vendor, beside those that many have. Each is the name of a member or header, or a dotted path. */
export interface VendorPageWords {
  /** True where there is more. */
  readonly more?: readonly string[] | undefined
  /** False where there is more, true on the last page. */
  readonly last?: readonly string[] | undefined
  /** Not empty where there is more: a cursor or an address. */
  readonly next?: readonly string[] | undefined
  /** Number of items behind this page. */
  readonly rest?: readonly string[] | undefined
  /** Number of all items. */
  readonly total?: readonly string[] | undefined
  /** Number of all pages. */
  readonly pages?: readonly string[] | undefined
  /** True where the answer is a part. */
  readonly part?: readonly string[] | undefined
  /** True where the answer is not ready. */
  readonly unready?: readonly string[] | undefined
  /** False where the request failed. */
  readonly success?: readonly string[] | undefined
  /** True where the request failed. */
  readonly failed?: readonly string[] | undefined
  /** Not empty where the request failed. */
  readonly error?: readonly string[] | undefined
}

export const pageWordNames = [
  'more',
  'last',
  'next',
  'rest',
  'total',
  'pages',
  'part',
  'unready',
  'success',
  'failed',
  'error',
] as const satisfies readonly (keyof VendorPageWords)[]
