"""What every repository shares."""
import logging

logger = logging.getLogger(__name__)


class StorageError(Exception):
    """The database did not answer as expected."""


class BaseRepository:
    table = ""

    def __init__(self, pool):
        self.pool = pool

    def count(self):
        return self.pool.scalar(f"SELECT count(*) FROM {self.table}")
