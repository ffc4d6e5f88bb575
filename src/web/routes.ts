import type { PageRoute } from './route.ts'

/** Every page and form, beside those of signing in. Add yours here. */
export const pageRoutes: readonly PageRoute[] = []
