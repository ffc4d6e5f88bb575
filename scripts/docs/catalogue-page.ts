import type { AnyConnector } from 'checkwright'
import type { Framework } from 'checkwright/runtime'
import type { CheckStatement } from '../../src/checks/controls/statements/statement.ts'
import { bindStatements } from '../../src/define/run/statement.ts'
import { formatCode, formatCodeList, joinBlocks, renderTable } from '../../src/report/connector-page/page-markdown.ts'
import type { AnyContract } from '../../test/connectors/data/contracts.ts'
import { describeClass } from '../../test/connectors/data/describe-class.ts'
import { notice } from './notice.ts'

type AnyCheck = AnyConnector['checks'][number]

/** The facts about a connector beside its definition. */
export interface VerifiedConnector {
  readonly connector: AnyConnector
  readonly contract?: AnyContract | undefined
  /** Whether tests replay real answers of the vendor. */
  readonly isRecorded: boolean
  /** Of its file or its sources, without its tests. */
  readonly lines: number
}

/** The catalogue: every check with its controls, how each connector was verified, and the coverage of frameworks. */
export function renderCataloguePage(
  verified: readonly VerifiedConnector[],
  frameworks: readonly Framework[],
  statements: readonly CheckStatement[],
): string {
  const checks = verified.flatMap(({ connector }) => connector.checks)
  return joinBlocks([
    notice,
    '# Catalogue',
    `${verified.length} connectors, ${checks.length} checks.`,
    '## Connectors',
    renderTable(
      [
        'Connector',
        'Category',
        'Strategy',
        'Lists',
        'Checks of lists',
        'Other checks',
        'Lines',
        'Scopes asked for',
        'Verified by',
      ],
      verified.map((each) => {
        const { definition, inventories, checks: own, id } = each.connector
        const ofLists = own.filter(({ reads = [] }) => reads.length > 0)
        return [
          `[${definition.name}](../connectors/${id}/README.md)`,
          definition.category ?? '–',
          describeStrategy(each.connector),
          String(inventories.length),
          String(ofLists.length),
          String(own.length - ofLists.length),
          String(each.lines),
          formatCodeList(listScopes(each.connector)) ?? 'those of the credentials',
          describeVerification(each),
        ]
      }),
    ),
    '**Checks of lists** judge what the connector lists, most of them by [a question](questions.md) that many connectors ask. **Lines** are those of the connector in YAML or TypeScript, without its tests.',
    "**The provider's description** means that it declares the requests that the connector sends and the fields that it reads. **The provider's recorded answers** means that somebody recorded them and that nothing else says what the provider sends. **Recorded** means that tests of the connector reach verdicts on answers that the provider really gave. We asked no live account of any provider.",
    '## Checks',
    ...verified.flatMap(({ connector }) => [
      `### ${connector.definition.name}`,
      renderTable(
        ['Check', 'Asks whether', 'Severity', 'Controls'],
        connector.checks.map(({ id, title, severity = 'medium', controls = [] }) => [
          formatCode(id),
          title,
          severity,
          formatCodeList(controls.map(toControlId)),
        ]),
      ),
    ]),
    '## Frameworks',
    'Controls that at least one check speaks for. A check speaks for a part of what a control demands; the rest is for people.',
    renderTable(
      ['Framework', 'Controls', 'With a check', 'Which'],
      frameworks.map(({ id, title, controls }) => {
        const spoken = new Set(checks.flatMap((check) => check.controls ?? []).map(toControlId))
        const covered = controls.filter((control) => spoken.has(`${id}:${control.id}`))
        return [title, String(controls.length), String(covered.length), covered.map((control) => control.id).join(', ')]
      }),
    ),
    '## By statement',
    'What a passing check shows, and the connectors with checks that show it. [Controls](controls.md) ask for statements.',
    renderTable(
      ['Statement', 'Says', 'Connectors'],
      statements.flatMap(({ id, says }) => {
        const showing = listConnectors(verified, ({ states }) => bindStatements(states)?.[id] !== undefined)
        return showing === '' ? [] : [[formatCode(id), says, showing]]
      }),
    ),
    '## By control',
    'The connectors with checks that speak for a control, and how many. `checkwright list --control soc2:CC6.1` prints them too, and takes `--category` beside it.',
    ...frameworks.flatMap(({ id, title, controls }) => [
      `### ${title}`,
      renderTable(
        ['Control', 'Connectors'],
        controls.flatMap((control) => {
          const name = `${id}:${control.id}`
          const speaking = listConnectors(verified, ({ controls: own = [] }) =>
            own.some((each) => toControlId(each) === name),
          )
          return speaking === '' ? [] : [[formatCode(name), speaking]]
        }),
      ),
    ]),
  ])
}

/** The connectors with checks of a kind, each with how many. */
function listConnectors(verified: readonly VerifiedConnector[], isOfKind: (check: AnyCheck) => boolean): string {
  return verified
    .map(({ connector: { definition, checks } }) => ({ name: definition.name, count: checks.filter(isOfKind).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ')
}

function toControlId(control: string | { readonly id: string }): string {
  return typeof control === 'string' ? control : control.id
}

function describeStrategy({ definition: { auth } }: AnyConnector): string {
  return auth.type === 'oauth2' ? `oauth2 (${auth.config.grant ?? 'authorization_code'})` : auth.type
}

function listScopes({ definition: { auth }, checks }: AnyConnector): readonly string[] {
  const declared = auth.type === 'oauth2' ? auth.config.scopes : []
  return [...new Set(declared.length > 0 ? declared : checks.flatMap((check) => check.scopes ?? []))]
}

function describeVerification({ isRecorded, contract }: VerifiedConnector): string {
  const by = [...(contract ? [describeClass(contract)] : []), ...(isRecorded ? ['recorded'] : [])]
  return by.join(', ') || 'documentation only'
}
