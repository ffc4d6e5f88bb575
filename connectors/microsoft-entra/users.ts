/** The e-mail addresses among the addresses of a user beside the main one: `smtp:ada@acme.example`. */
export function findAliases(proxyAddresses: readonly string[] | undefined): readonly string[] | undefined {
  // https://learn.microsoft.com/graph/api/resources/user: "SMTP" is the main one, and other protocols have their own names.
  if (!Array.isArray(proxyAddresses)) return proxyAddresses
  return proxyAddresses.flatMap((address: unknown) =>
    typeof address === 'string' && address.startsWith('smtp:') ? [address.slice('smtp:'.length).trim()] : [],
  )
}
