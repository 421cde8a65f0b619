"""Where a parcel is, and where it has been."""
from datetime import datetime, timezone

PAGE = 100


class TrackingService:
    def __init__(self, parcels):
        self.parcels = parcels

    # REQ-PAR-1: a new line for each change, never an update.
    def record(self, parcel_id, state):
        self.parcels.append(parcel_id, state, datetime.now(timezone.utc).isoformat())

    def history(self, parcel_id):
        return self.parcels.history(parcel_id)

    def page(self, cursor=None):
        return self.parcels.after(cursor, limit=PAGE)
