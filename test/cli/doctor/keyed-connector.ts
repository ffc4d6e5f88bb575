import { keyConnector } from '../../runtime/keyed.ts'

/** As a file of one's own, which `--connector` names. */
export default keyConnector('https://keyed.example')
