import type { AnyContract, ContractSource } from './contracts.ts'

/** What a connector was held to, for its page and the catalogue. */
export function describeClass({ 'x-sources': sources, 'x-derived': derived }: AnyContract): string {
  return sources.map((source) => describeSource(source, derived)).join('; and ')
}

function describeSource({ kind, of, version, dated }: ContractSource, derived: string): string {
  const what = kind === 'description' ? "the provider's description" : "the provider's recorded answers"
  const age =
    dated === undefined ? 'of unknown date' : isOld(dated, derived) ? `**older than 24 months** on ${derived}` : ''
  return `${what} (${of}, ${version})${age === '' ? '' : `, ${age}`}`
}

function isOld(dated: string, derived: string): boolean {
  const [year = 0, month = 0] = dated.split('-').map(Number)
  const [nowYear = 0, nowMonth = 0] = derived.split('-').map(Number)
  return (nowYear - year) * 12 + (nowMonth - month) > 24
}
