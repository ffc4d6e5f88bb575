import type { ReceivedFormat, ReceivedFormatId } from '../received-item.ts'

/** The formats that can be imported. Each is loaded when a file has it. */
export const formats: Readonly<Record<ReceivedFormatId, () => Promise<ReceivedFormat>>> = {
  ocsf: async () => (await import('./ocsf.ts')).ocsf,
  sarif: async () => (await import('./sarif.ts')).sarif,
  junit: async () => (await import('./junit.ts')).junit,
  powerpipe: async () => (await import('./powerpipe.ts')).powerpipe,
  scubagear: async () => (await import('./scubagear.ts')).scubagear,
  inspec: async () => (await import('./inspec.ts')).inspec,
  trivy: async () => (await import('./trivy.ts')).trivy,
  oscal: async () => (await import('./oscal.ts')).oscal,
}
