import type { PageRoute } from '../../pages/page-route.ts'
import { chooseInDialog, dialogState } from './choose-page.tsx'
import { connectInDialog, formInDialog } from './form-page.tsx'
import { openDialog, openDialogPage } from './open-page.tsx'

/** The connect dialog, on a page of a host. */
export const dialogPages: readonly PageRoute[] = [
  openDialogPage,
  openDialog,
  // Before the form of a connector, whose path has any id.
  dialogState,
  chooseInDialog,
  formInDialog,
  connectInDialog,
]
