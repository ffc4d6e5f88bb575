import type { Framework } from './framework.ts'

/** The frameworks that come with Checkwright. They load on demand. */
export const shippedFrameworks = {
  soc2: async () => (await import('./soc2.ts')).soc2,
  iso27001: async () => (await import('./iso27001.ts')).iso27001,
  hipaa: async () => (await import('./hipaa.ts')).hipaa,
  gdpr: async () => (await import('./gdpr.ts')).gdpr,
} as const satisfies Readonly<Record<string, () => Promise<Framework>>>

/** Ids of the shipped frameworks. */
export const frameworkIds: readonly string[] = Object.keys(shippedFrameworks)

/** Undefined for an unknown id. */
export async function loadFramework(id: string): Promise<Framework | undefined> {
  const loaders: Readonly<Record<string, () => Promise<Framework>>> = shippedFrameworks
  return Object.hasOwn(loaders, id) ? loaders[id]?.() : undefined
}
