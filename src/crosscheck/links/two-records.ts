/** Why a person is not told from another one. */
export const twoRecords =
  'The directory has a second record that may be of its owner, or of somebody who got their address.'
