import { clearCookie, createCookie, readCookie } from '../api/options/cookies.ts'
import type { Runtime } from '../runtime/runtime.ts'

const wantedSeconds = 1_800
const wantedPathLengthMax = 1_000

/** Pages that lead out again, or make no sense after signing in. */
const refused = /^\/(?:sign-in|sign-out|signed-out|invitation|v1)(?:[/?]|$)/

/**
 * A path of ours that a person wanted to see, below the mount path. Anybody can put any text into a link, so only a path on
 * our own origin is one.
 * @returns undefined for everything else
 */
export function parseWantedPath(text: string | null | undefined): string | undefined {
  // Browsers drop line breaks and tabs of an address, and read a backslash as a slash.
  if (!text || text.length > wantedPathLengthMax || !/^\/(?![/\\])[!-[\]-~]*$/.test(text)) return undefined
  const ground = 'https://ours.invalid'
  const url = URL.canParse(text, ground) ? new URL(text, ground) : undefined
  if (url?.origin !== ground || url.pathname.startsWith('//') || refused.test(url.pathname)) return undefined
  return url.pathname + url.search
}

/** Remembers the page for which somebody has to sign in first, in their browser. */
export function rememberWantedPage(runtime: Runtime, path: string): readonly string[] {
  const wanted = parseWantedPath(path)
  return wanted === undefined || wanted === '/' ? [] : [createCookie(runtime, 'wanted', wanted, wantedSeconds)]
}

/** The page after signing in: the one of the link, else the one that this browser remembers. */
export function takeWantedPage(
  runtime: Runtime,
  request: Request,
  ofLink: string | undefined,
): { readonly to: string; readonly cookie: string } {
  const remembered = readCookie(runtime, request.headers.get('cookie'), 'wanted')
  const to = parseWantedPath(ofLink) ?? parseWantedPath(remembered) ?? '/'
  return { to, cookie: clearCookie(runtime, 'wanted') }
}
