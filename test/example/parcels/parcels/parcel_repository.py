"""Parcels and their history in PostgreSQL."""
from parcels.base import BaseRepository, StorageError, logger


class ParcelRepository(BaseRepository):
    table = "parcels"

    def get(self, parcel_id):
        try:
            return self.pool.one("SELECT * FROM parcels WHERE id = %s", parcel_id)
        except OSError as error:
            logger.warning("parcel %s could not be read", parcel_id)
            raise StorageError(parcel_id) from error

    def save(self, parcel):
        try:
            self.pool.run("INSERT INTO parcels (id, state) VALUES (%s, %s)", parcel.id, parcel.state)
        except OSError as error:
            logger.warning("parcel %s could not be stored", parcel.id)
            raise StorageError(parcel.id) from error
