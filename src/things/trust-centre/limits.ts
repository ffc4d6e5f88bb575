import type { SandboxLimits } from '../../sandbox/limits.ts'

/** Signed states that a process remembers, so that visitors do not make it read them again. */
export const rememberedStatusesMax = 100

/** Public pages that a process remembers for the same reason. */
export const rememberedPagesMax = 100

/** Documents of one request. */
export const requestDocumentsMax = 20

/** Requests that are stored, a day. More by a script are not. */
export const requestsMax = { ofOrganization: 50, ofOrganizationToAddress: 2, ofAddress: 5 } as const

/** How long the link to agree works. */
export const agreementLifeMs = 3 * 86_400_000

/** Requests that nobody confirmed are deleted then. */
export const unconfirmedLifeMs = 7 * 86_400_000

/** Of a PDF that is marked for whoever gets it. */
export const pdfBytesMax = 25 * 1024 ** 2
export const pdfPagesMax = 2_000
/** Of the process that marks one. */
export const markLimits: SandboxLimits = { megabytesMax: 512, timeoutMs: 30_000 }
/** Documents that wait until others are marked. */
export const marksWaitingMax = 20
