import { restorePoolSize } from './pool-off';

restorePoolSize();
