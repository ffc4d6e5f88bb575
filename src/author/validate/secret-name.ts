/** Ends like the name of a secret itself: `token`, but not `token_url` or `key_id`. */
const secretName =
  /(?:^|[_\s-])(?:secret|password|passwd|passphrase|token|(?:api|private|access|secret|signing)[_\s-]?key)$/i

/** Whether a value of this name is a secret. `apiToken` is read as `api_token`. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))
}
