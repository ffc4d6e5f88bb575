/** The place that the secret of an issuer is sealed for. */
export function placeSecret(organizationId: string, id: string) {
  return { organizationId, ownerId: id, field: 'client_secret' }
}

/** One for each issuer, so that a code cannot be sent to another issuer (RFC 9700 §4.4). */
export function buildSignInRedirectUri(publicUrl: string, id: string): string {
  return `${publicUrl}/sign-in/callback/${id}`
}
