import type { Uses } from '../../parts/runtime-parts.ts'

/** What services of declared things use. */
export type ThingParts = Uses<
  | 'things'
  | 'users'
  | 'memberships'
  | 'evidenceUploads'
  | 'objects'
  | 'files'
  | 'findings'
  | 'waivers'
  | 'manualAnswers'
  | 'connections',
  'clock' | 'options' | 'vault'
>
