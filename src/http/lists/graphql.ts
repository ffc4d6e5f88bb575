/**
 * Whether a GraphQL document only reads: it defines neither a mutation nor a subscription. Looks at definitions alone,
 * so that a field, an argument or a text of that name does not count.
 */
export function isReadOnly(document: string): boolean {
  // Comments end with the line; block strings may hold quotes (GraphQL §2.1.4, §2.9.4).
  const code = document.replace(/#[^\n\r]*|"""(?:\\"""|[\s\S])*?"""|"(?:[^"\\\n\r]|\\.)*"/g, ' ')
  let depth = 0
  for (const [token] of code.matchAll(/[{}()]|\$?\w+/g)) {
    if (token === '{' || token === '(') depth++
    else if (token === '}' || token === ')') depth--
    else if (depth === 0 && (token === 'mutation' || token === 'subscription')) return false
  }
  return true
}
