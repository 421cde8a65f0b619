"""Asks the carriers what is new."""
import time


class CarrierPoller:
    def __init__(self, carriers, tracking):
        self.carriers = carriers
        self.tracking = tracking

    def poll(self, carrier):
        for attempt in range(5):
            try:
                for parcel_id, state in self.carriers.news(carrier):
                    self.tracking.record(parcel_id, state)
                return
            except OSError:
                time.sleep(2**attempt)
