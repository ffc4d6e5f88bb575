import type { AnyConnector } from 'checkwright'
import type { Framework } from 'checkwright/runtime'
import { code, joined, listed, table } from '../src/report/connector-page/markdown.ts'
import type { Facts } from '../test/connectors/description.ts'
import { notice } from './notice.ts'

/** What is known about a connector beside its definition. */
export interface Verified {
  readonly connector: AnyConnector
  readonly facts: Facts | undefined
  /** Whether tests replay answers that the vendor really gave. */
  readonly isRecorded: boolean
}

/** The catalogue: every check with what it speaks for, how each connector was verified, and what frameworks are covered. */
export function cataloguePage(verified: readonly Verified[], frameworks: readonly Framework[]): string {
  const checks = verified.flatMap(({ connector }) => connector.checks)
  return joined([
    notice,
    '# Catalogue',
    `${verified.length} connectors, ${checks.length} checks.`,
    '## Connectors',
    table(
      ['Connector', 'Strategy', 'Checks', 'Scopes asked for', 'Verified by'],
      verified.map((each) => [
        `[${each.connector.definition.name}](../connectors/${each.connector.id}/README.md)`,
        strategyOf(each.connector),
        String(each.connector.checks.length),
        listed(scopesOf(each.connector)) ?? 'those of the credentials',
        verification(each),
      ]),
    ),
    "What the words mean. **Contract**: every request is made against the provider's own description, which knows it, and every field that is read is declared there. **Recorded**: checks reach their verdicts on answers that the provider really gave. No live account of any provider was asked.",
    '## Checks',
    ...verified.flatMap(({ connector }) => [
      `### ${connector.definition.name}`,
      table(
        ['Check', 'Asks whether', 'Severity', 'Controls'],
        connector.checks.map(({ id, title, severity = 'medium', controls = [] }) => [
          code(id),
          title,
          severity,
          listed(controls.map(idOf)),
        ]),
      ),
    ]),
    '## Frameworks',
    'Controls that at least one check speaks for. A check speaks for a part of what a control demands; the rest is for people.',
    table(
      ['Framework', 'Controls', 'With a check', 'Which'],
      frameworks.map(({ id, title, controls }) => {
        const spoken = new Set(checks.flatMap((check) => check.controls ?? []).map(idOf))
        const covered = controls.filter((control) => spoken.has(`${id}:${control.id}`))
        return [title, String(controls.length), String(covered.length), covered.map((control) => control.id).join(', ')]
      }),
    ),
  ])
}

function idOf(control: string | { readonly id: string }): string {
  return typeof control === 'string' ? control : control.id
}

function strategyOf({ definition: { auth } }: AnyConnector): string {
  return auth.type === 'oauth2' ? `oauth2 (${auth.config.grant ?? 'authorization_code'})` : auth.type
}

function scopesOf({ definition: { auth }, checks }: AnyConnector): readonly string[] {
  const declared = auth.type === 'oauth2' ? auth.config.scopes : []
  return [...new Set(declared.length > 0 ? declared : checks.flatMap((check) => check.scopes ?? []))]
}

function verification({ facts, isRecorded }: Verified): string {
  const by = [...(facts ? [`contract (${facts.source})`] : []), ...(isRecorded ? ['recorded'] : [])]
  return by.join(', ') || 'documentation only'
}
