import { CheckwrightError } from '../errors/index.ts'
import { isZip } from '../evidence/bundle-draft.ts'
import { publicKeyOf } from '../evidence/signer.ts'
import type { GlobalOptions } from './context.ts'
import { withRuntime } from './open-runtime.ts'
import type { Terminal } from './output/terminal.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunPlace } from './write-run.ts'

/**
 * Where the bundles of a plan go, by connector; undefined without `--out`. The store's own key signs, also for runs whose
 * credentials are not kept there: one place has the keys.
 * @throws CheckwrightError `CLI_USAGE` for a zip that should hold several runs
 */
export async function bundlePlaces(
  { isList, jobs }: RunPlan,
  options: GlobalOptions & { readonly out?: string | undefined },
  terminal: Terminal,
): Promise<ReadonlyMap<string, RunPlace> | undefined> {
  const { out } = options
  if (out === undefined) return undefined
  if (isList && isZip(out))
    throw new CheckwrightError(
      'A zip holds the bundle of one run, and there may be several. Name a folder by --out; each run gets a folder in it.',
      { code: 'CLI_USAGE' },
    )
  const signer = await withRuntime(options, terminal, { connectors: [] }, ({ signing }) => signing.signer())
  return new Map(jobs.map(({ connector: { id } }) => [id, { out: isList ? `${out}/${id}` : out, signer }]))
}

/** Says where bundles are, and how somebody who does not trust us checks them. */
export function tellBundles(
  places: ReadonlyMap<string, RunPlace> | undefined,
  paths: readonly string[],
  { err }: Terminal,
): void {
  for (const path of paths) err.line(`Written: ${path}`)
  const [place] = places?.values() ?? []
  if (!place || paths.length === 0) return
  err.line(`Signed:  ${publicKeyOf(place.signer.publicKey).fingerprint} (checkwright verify ${place.out})`)
}
