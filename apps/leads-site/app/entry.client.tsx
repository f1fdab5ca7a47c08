import { startPage } from '@freeor/site-frame/frame/start-page'

startPage()
