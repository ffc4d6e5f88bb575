import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

/** Removes what the connectors' own tests kept for others (`vitest.config.ts`), but for the caller who gave the folder. */
export default function setup({ config }: TestProject): () => void {
  const folder = process.env.CHECKWRIGHT_SCENARIOS === undefined ? config.env.CHECKWRIGHT_SCENARIOS : undefined
  return () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}
