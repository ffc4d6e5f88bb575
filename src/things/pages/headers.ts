/** Headers of every page. @param framedBy origins whose pages may show this one in a frame */
export function buildPageHeaders(framedBy: readonly string[] = []): Headers {
  const headers = new Headers(usualHeaders)
  const ancestors = `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`
  headers.set('content-security-policy', [...policy, ancestors, "base-uri 'none'"].join('; '))
  // It knows no list of origins, and browsers that know frame-ancestors ignore it.
  if (framedBy.length === 0) headers.set('x-frame-options', 'DENY')
  return headers
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  // It excludes vendors: Chromium applies form-action to every redirect after a form, and a vendor may redirect
  // people to other hosts. Pages that send people on use a refresh instead, see connect/going-on.tsx.
  "form-action 'self'",
]

const usualHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  // Nobody keeps a page, and whoever did could not show it to another reader.
  vary: 'Cookie, Accept-Language',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // With no-referrer, forms would send "Origin: null" (Fetch standard) and look like foreign ones.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
