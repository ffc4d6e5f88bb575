import { createUsageError } from '../../errors/index.ts'
import { escapePattern } from '../../text/escape-pattern.ts'
import { normalizeName } from './person-names.ts'

/**
 * What an author calls personal: members by name (`owner`), by their last names (`assignee.label`), with `*` for any letters (`*_by`), and
 * domains (`@corp.acme.example`).
 */
export interface PersonalPatterns {
  readonly domains: readonly string[]
  /** Whether the member at the end of a path is one of them. Lists add nothing to a path. */
  matches(path: readonly string[]): boolean
  /** Patterns that no member had so far. */
  listUnmatched(): readonly string[]
}

/** @throws CheckwrightError `CLI_USAGE` for a pattern that can match nothing, or that matches everything */
export function readPersonalPatterns(texts: readonly string[]): PersonalPatterns {
  const members = texts.filter((text) => !text.startsWith('@')).map(readMemberPattern)
  const matched = new Set<string>()
  return {
    domains: texts.filter((text) => text.startsWith('@')).map(readDomain),
    matches: (path) => {
      const found = members.filter(({ steps }) => endsWithSteps(path, steps))
      for (const { text } of found) matched.add(text)
      return found.length > 0
    },
    listUnmatched: () => members.map(({ text }) => text).filter((text) => !matched.has(text)),
  }
}

interface MemberPattern {
  readonly text: string
  /** The last names of a path. */
  readonly steps: readonly RegExp[]
}

function readMemberPattern(text: string): MemberPattern {
  const names = text.replaceAll('[]', '').split('.').map(normalizeName)
  if (names.some((name) => name === '' || /^\*+$/.test(name)))
    throw createUsageError(
      `--personal ${JSON.stringify(text)} names no member. Write its name (owner), its last names (assignee.label), a part of it (*_by), or a domain (@acme.example).`,
    )
  return { text, steps: names.map(toPattern) }
}

function toPattern(name: string): RegExp {
  return new RegExp(`^${name.split('*').map(escapePattern).join('.*')}$`, 'u')
}

function endsWithSteps(path: readonly string[], steps: readonly RegExp[]): boolean {
  const last = path.slice(-steps.length)
  return last.length === steps.length && steps.every((step, at) => step.test(normalizeName(last[at] ?? '')))
}

function readDomain(text: string): string {
  const domain = text.slice(1).replace(/^\*?\./, '')
  if (!/^(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+$/u.test(domain))
    throw createUsageError(`--personal ${JSON.stringify(text)} is no domain. Write it as @acme.example.`)
  return domain.toLowerCase()
}
