// Runs before each test file. The files of a worker share its modules, and the sites and plans of the process are the
// only state in them that a file sets: without this, a file could pass only because another ran before it.
import { putSitesInPlace } from '@freeor/billing/billed-sites'
import { putPlansInPlace } from '@freeor/billing/plans'

putSitesInPlace([])
putPlansInPlace({})
