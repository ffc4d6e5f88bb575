import { readdir, stat } from 'node:fs/promises'
import { createUsageError } from '../../errors/index.ts'
import { isZip } from '../../evidence/bundle/bundle-draft.ts'
import { bundleFiles, draftPrefix, inventoriesFolder, receivedFile } from '../../evidence/bundle/bundle-source.ts'
import { publicKeyOf } from '../../evidence/bundle/signer.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { useRuntime } from '../../things/commands/open-runtime.ts'
import type { JobPlan } from './run-plan.ts'
import type { BundlePlace } from './write-run.ts'

/**
 * The places for the bundles of a plan, by connector; undefined without `--out`. The store's own key signs, also for
 * runs with credentials that are not stored there, so that one place has the keys.
 * @throws CheckwrightError `CLI_USAGE` for a zip that should hold several runs, and a folder that holds something else
 */
export async function chooseBundlePlaces(
  { isList, jobs }: JobPlan,
  options: GlobalOptions & { readonly out?: string | undefined },
  terminal: Terminal,
): Promise<ReadonlyMap<string, BundlePlace> | undefined> {
  const { out } = options
  if (out === undefined) return undefined
  if (isList && isZip(out))
    throw createUsageError(
      'A zip has the bundle of one run, and this command can have several runs. Name a folder with --out. Each run gets a folder in it.',
    )
  const outs = jobs.map(({ connector: { id } }) => [id, isList ? `${out}/${id}` : out] as const)
  for (const [, folder] of outs) if (!isZip(folder)) await refuseStrangers(folder)
  const signer = await useRuntime(options, terminal, { connectors: [] }, ({ signing }) => signing.signer())
  return new Map(outs.map(([id, folder]) => [id, { out: folder, signer }]))
}

/** The place for the bundle of one run. @throws CheckwrightError `CLI_USAGE` for a folder that holds something else */
export async function chooseOutPlace(out: string, options: GlobalOptions, terminal: Terminal): Promise<BundlePlace> {
  if (!isZip(out)) await refuseStrangers(out)
  return { out, signer: await useRuntime(options, terminal, { connectors: [] }, ({ signing }) => signing.signer()) }
}

/** Other files in a bundle's folder are unsigned, and the bundle could not be verified. */
async function refuseStrangers(folder: string): Promise<void> {
  // If the place is not a folder yet, or cannot be one, making it shows that.
  const names = await readdir(folder).catch(() => [])
  // Drafts belong to a running run.
  const isKnown = (name: string) =>
    [...bundleFiles, receivedFile, inventoriesFolder].some((file) => file === name) || name.startsWith(draftPrefix)
  const stranger = names.toSorted().find((name) => !isKnown(name))
  if (stranger !== undefined)
    throw createUsageError(
      `"${folder}" contains "${stranger}", which is not part of a bundle, so verification would fail. Name a new folder with --out.`,
    )
}

/**
 * A path that leads nowhere is probably a typing error, and says nothing about a bundle.
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function expectBundle(path: string): Promise<void> {
  try {
    await stat(path)
  } catch (error) {
    throw createFileError(`"${path}" cannot be read`, error, 'Name the folder or .zip that "run --out" wrote.')
  }
}

/** Prints the places of bundles, and how somebody who does not trust us checks them. */
export function tellBundles(
  places: ReadonlyMap<string, BundlePlace> | undefined,
  paths: readonly string[],
  options: GlobalOptions,
  { err }: Terminal,
): void {
  for (const path of paths) err.line(`Written: ${path}`)
  const [place] = places?.values() ?? []
  if (!place || paths.length === 0) return
  err.line(
    `Signed:  ${publicKeyOf(place.signer.publicKey).fingerprint} (${formatCommand(shell`verify ${place.out}`, options)})`,
  )
}
