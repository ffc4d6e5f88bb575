/** What a connector can say that a name means beside a list. */
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
] as const

/** What names mean at one vendor, beside those that many have. */
export type VendorPageWords = { readonly [Name in (typeof pageWordNames)[number]]?: readonly string[] | undefined }
