import { connect, connectPage } from './connect/connect-page.tsx'
import { connectGallery } from './connect/gallery.tsx'
import type { PageRoute } from './route.ts'
import { setupList } from './setup/setup-list.tsx'
import { deleteApp, previewApp, saveApp, setupPage, testApp } from './setup/setup-page.tsx'

/** Every page and form, beside those of signing in. Add yours here. */
export const pageRoutes: readonly PageRoute[] = [
  connectGallery,
  connectPage,
  connect,
  setupList,
  setupPage,
  previewApp,
  testApp,
  saveApp,
  deleteApp,
]
