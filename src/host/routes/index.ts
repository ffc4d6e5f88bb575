import type { Route } from '../route.ts'
import { getOrganization } from './organization.ts'

/** Every route of the document, in its order. */
export const allRoutes: readonly Route[] = [getOrganization]
