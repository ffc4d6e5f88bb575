/** Headers of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // It excludes vendors: Chromium applies form-action to every redirect after a form, and a vendor may redirect
    // people to other hosts. Pages that send people on use a refresh instead, see connect/going-on.tsx.
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
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
  'x-frame-options': 'DENY',
}
