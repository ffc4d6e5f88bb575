import { guestsReviewed } from 'checkwright/questions'
import { outsideCollaborators } from '../../inventories/outside-collaborators.ts'

export const outsideCollaboratorsReviewed = guestsReviewed(outsideCollaborators, {
  id: 'outside-collaborators-reviewed',
  title: 'Outside collaborators are known and reviewed',
  description:
    'Lists the people who have access to repositories without being members, for a person to review. They keep access until somebody removes it, long after their work has ended.',
  resourceType: 'user',
  onEmpty: 'not_applicable',
  variables: { reviewed_guests: { id: 'reviewed_collaborators', label: 'Accounts that were reviewed' } },
  instructions: ({ name }, { credentials: { organization } }) =>
    `Look under https://github.com/orgs/${organization}/outside-collaborators at what ${name} has access to. If it is still needed, add ${name} to reviewed_collaborators. Otherwise remove it there.`,
})
