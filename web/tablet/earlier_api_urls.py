"""The addresses that the tablet's API had in 0.2, below `api/`: they answer until 0.3.

A tablet opens its page without a network from what it keeps, and the page of an earlier build sends
what waits in its outbox to these. The views are the same, so that a sheet that is sent to both is
stored once. They have no names: whatever is linked has the new address.
"""

from django.urls import path

from web.tablet import api_urls

urlpatterns = [path(str(each.pattern), each.callback) for each in api_urls.urlpatterns]
