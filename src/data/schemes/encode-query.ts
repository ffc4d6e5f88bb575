/** Parameters in their order, each encoded as RFC 3986 says: a space is `%20`. */
export function encodeQuery(params: URLSearchParams): string {
  return [...params].map((pair) => pair.map(encodeRfc3986).join('=')).join('&')
}

export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}
