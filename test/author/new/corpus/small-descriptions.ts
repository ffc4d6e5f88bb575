import type { SmallDescription } from './describe-vendor.ts'
import { forms } from './forms.ts'
import { identities } from './identities.ts'
import { keyParameters } from './key-parameters.ts'
import { paths } from './paths.ts'
import { schemas } from './schemas.ts'
import { servers } from './servers.ts'
import { signIns } from './sign-ins.ts'

export const smallDescriptions: readonly SmallDescription[] = [
  ...signIns,
  ...keyParameters,
  ...servers,
  ...paths,
  ...schemas,
  ...identities,
  ...forms,
]
