import { readFileSync } from 'node:fs'
import { parseProofFile } from '../../src/checks/proofs/proof-file.ts'
import type { CheckProof } from '../../src/define/index.ts'

/** Connectors that the page tells of, in its order. */
const triedConnectors = [
  'okta',
  'microsoft-entra',
  'github',
  'google-cloud',
  'aws',
  'azure',
  'slack',
  'cloudflare',
  'gitlab',
  'digitalocean',
] as const

/** The page with the figures of the proofs between its two marks. */
export function writeTriedConnectors(page: string): string {
  const table = [
    '| connector | checks | witnesses | mistakes | noticed | not told apart | beside, before | now |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...triedConnectors.map(formatRow),
  ]
  return page.replace(
    /(?<=<!-- tried: begin[^\n]* -->\n)[\s\S]*?(?=<!-- tried: end -->)/,
    () => `\n${table.join('\n')}\n\n`,
  )
}

function formatRow(id: string): string {
  const proof = parseProofFile(readFileSync(`connectors/${id}/${id}.proof.json`, 'utf8'))
  if (!proof) throw new Error(`connectors/${id}/${id}.proof.json cannot be read. Run "npm run proofs ${id}".`)
  const checks = Object.values(proof.checks)
  const sum = (count: (check: CheckProof) => number) => checks.reduce((all, check) => all + count(check), 0)
  const figures = [
    checks.length,
    sum(({ cases }) => cases),
    sum(({ mutants }) => mutants),
    sum(({ killed }) => killed),
    sum(({ notToldApart }) => notToldApart),
    sum(({ siblings }) => (siblings?.explained ?? 0) + (siblings?.unread ?? 0)),
    sum(({ siblings }) => siblings?.unread ?? 0),
  ]
  return `| ${[`[${id}](../connectors/${id}/README.md)`, ...figures].join(' | ')} |`
}
