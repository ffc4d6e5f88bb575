import { parse } from 'yaml'

const parsed = new Map<string, unknown>()

/** What a text in YAML has: parsed once for all tests of a process, which change nothing in it. */
export function parseOnce(text: string): unknown {
  if (!parsed.has(text)) parsed.set(text, parse(text))
  return parsed.get(text)
}
