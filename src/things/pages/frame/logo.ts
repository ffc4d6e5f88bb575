import type { Logo } from '../../../service/records/appearances.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export function findLogoPath({ id }: Logo): string {
  return `/assets/logo-${id}`
}

/** The image of somebody who may be an attacker: only ever an image, and in no document of ours that could run it. */
export async function createLogoResponse({ appearance }: Pick<Runtime, 'appearance'>, id: string) {
  const logo = await appearance.findLogo(id)
  if (!logo) return undefined
  return new Response(Buffer.from(logo.base64, 'base64'), {
    headers: {
      'content-type': logo.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="logo"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}
